"""What the script `findings` writes into the research pages."""
