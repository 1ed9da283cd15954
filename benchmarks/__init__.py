"""Speed and accuracy of the product against truth."""
