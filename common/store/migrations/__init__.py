"""The way forward from an older schema: numbered .sql files, and beside them what SQL alone cannot know."""
