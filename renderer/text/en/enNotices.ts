/** Notices about people and watches. */
export const enNotices = {
  'notices.title': 'Notices',
  'notices.hint':
    'Shown at the top of every screen; while the window is hidden, by the system too, where a browser allows it.',
  'notices.kind.favourite': 'A favourite finished',
  'notices.kind.disqualified': 'Someone was disqualified',
  'notices.kind.podium': 'A podium changed',
  'notices.kind.watch': 'A watch stopped',
  'notices.kind.job': 'A job ended while the window was hidden',
  'notices.sound': 'Short sound',
  'notices.sound.try': 'Play it',
  'notices.ask':
    'Racedesk can tell you when a favourite finishes, someone is disqualified, a podium changes, a watch stops or a job ends. You can change this later in Settings.',
  'notices.ask.yes': 'Tell me',
  'notices.ask.no': 'No, thanks',
  'notices.show': 'Show',
  'notices.told.favourite': '{{who}} finished: {{result}}',
  'notices.told.favourite.several_one': '{{count}} favourite finished',
  'notices.told.favourite.several_other': '{{count}} favourites finished',
  'notices.told.disqualified': '{{who}}: disqualified',
  'notices.told.disqualified.several_one': '{{count}} person disqualified',
  'notices.told.disqualified.several_other': '{{count}} people disqualified',
  'notices.told.podium': 'Podium changed: {{distance}}, {{category}}',
  'notices.told.podium.several_one': 'Podium changed in {{count}} category',
  'notices.told.podium.several_other': 'Podiums changed in {{count}} categories',
  'notices.told.watch': 'A watch stopped. Stored results are safe.',
}
