"""The success criteria of WCAG 2.2 that rules refer to, by number and handle."""

from auditor.message import marked

NON_TEXT = marked("1.1.1 Non-text Content")
INFO_AND_RELATIONSHIPS = marked("1.3.1 Info and Relationships")
LINK_PURPOSE = marked("2.4.4 Link Purpose (In Context)")
KEYBOARD = marked("2.1.1 Keyboard")
LANGUAGE_OF_PAGE = marked("3.1.1 Language of Page")
NAME_ROLE_VALUE = marked("4.1.2 Name, Role, Value")
