"""What the per cents, codes and coupons of a page say is taken off its prices."""
