/** The dialog that chooses a folder, loaded with it. */
export const enFolders = {
  'folders.title': 'Choose a folder',
  'folders.path': 'Folder',
  'folders.path.hint': 'On the computer where Racedesk runs. Choose below, or type the whole path and press Enter.',
  'folders.path.refused': 'Type the whole path, from the drive or / on.',
  'folders.open': 'Open',
  'folders.home': 'Home',
  'folders.up': 'Up',
  'folders.list': 'Folders in it',
  'folders.none': 'No folders in it',
  'folders.cut': 'Only the first {{count}} are listed. Type the path of another one.',
  'folders.new': 'New folder',
  'folders.new.name': 'Name of the new folder',
  'folders.new.refused': 'Use another name, without / \\ : * ? " < > |',
  'folders.new.make': 'Create',
  'folders.choose': 'Choose this folder',
} as const
