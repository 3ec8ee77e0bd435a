"""Shopee's Affiliate Open API: signature, question, answer. Pure."""
