"""The objects in a page's scripts: scripts.py finds them; nuxt.py, apollo.py and js_object.py know their forms, and
references.py puts what stands elsewhere in one where it is named. No code is run.
"""
