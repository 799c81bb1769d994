/** The views of a stage, the filters, saved views and favourites of its table. */
export const enTable = {
  'view.label': 'Views of the stage',
  'view.results': 'Results',
  'view.desk': 'Desk',
  'view.changes': 'Changes',
  'view.announcer': 'Announcer',
  'view.audit': 'Audit',
  'view.columns': 'Columns',
}
