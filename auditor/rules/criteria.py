"""The success criteria of WCAG 2.2 that rules refer to, by number and handle."""

NON_TEXT = "1.1.1 Non-text Content"
INFO_AND_RELATIONSHIPS = "1.3.1 Info and Relationships"
LINK_PURPOSE = "2.4.4 Link Purpose (In Context)"
KEYBOARD = "2.1.1 Keyboard"
LANGUAGE_OF_PAGE = "3.1.1 Language of Page"
NAME_ROLE_VALUE = "4.1.2 Name, Role, Value"
