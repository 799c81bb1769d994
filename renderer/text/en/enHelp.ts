/** Help, around its chapters. */
export const enHelp = {
  'help.title': 'Help',
  'help.chapters': 'Chapters',
  'help.all': 'All chapters',
  'help.search': 'Search Help',
  'help.found_one': '{{count}} section found',
  'help.found_other': '{{count}} sections found',
  'help.print': 'Print',
  'help.more': 'More in Help',
}
