/** A start list that is joined to a stage, loaded with its dialog. */
export const enStartList = {
  'startList.title': 'Start list',
  'startList.what':
    'Adds birth dates, clubs, cities and the like from a CSV or Excel file to people with the same bib. Data from the service is never replaced.',
  'startList.refused':
    'This file has no start list: a table is needed with bibs and with birth dates, clubs, cities or the like. Save it as CSV or XLSX and choose it again.',
  'startList.choose': 'Choose a file',
  'startList.chooseOther': 'Choose another file',
  'startList.join': 'Join',
  'startList.remove': 'Remove the start list',
  'startList.joined': '{{name}}, joined {{time}}',
  'startList.matched': '{{name}}: {{matched}} bibs of {{lines}} lines are in this stage',
  'startList.notJoined': 'not joined',
  'startList.key': 'tells who it is',
  'startList.sent': 'the service sends it',
  'startList.unmatched': 'Bibs that this stage does not have: {{bibs}}.',
  'startList.repeated': 'Bibs of several people, not joined: {{bibs}}.',
  'startList.otherNames': 'Bibs with another name in this stage, not joined: {{bibs}}.',
  'startList.withoutBib': 'Lines without a bib: {{lines}}.',
}
