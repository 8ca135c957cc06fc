PAGES: dict = {}
