"""What words beside an amount say of it: labels of prices (labels.py), and what names another amount
(other_amounts.py).
"""
