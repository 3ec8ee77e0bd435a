"""Taobao's Open Platform, its interface for affiliates (taobao.tbk.*): signature, question, answer. Pure."""
