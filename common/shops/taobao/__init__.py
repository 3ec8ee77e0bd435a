"""Taobao and Tmall, which share one space of item ids: link forms, wrappers, app links, share pages, pages, walls."""
