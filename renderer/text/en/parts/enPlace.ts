/** What to do when a place takes no site. */
export const enPlace = {
  'problem.publish.no-target.todo': 'Choose one in “Publish”.',
  'problem.publish.nothing.todo': 'Download the stage, or choose other categories.',
  'problem.publish.other-page.todo': 'Choose another place, or publish in its place.',
  'problem.publish.other-desk.todo': 'Choose another place, or publish in its place.',
  'problem.publish.no-secret.todo': 'Type it in “Publish”.',
  'problem.publish.wrong-secret.todo': 'Check them in “Publish”.',
  'problem.publish.host-key.todo': 'Ask its owner whether the key was changed; then accept it in “Publish”.',
  'problem.publish.new-host-key.todo':
    'Compare its key with the one that its owner names; then accept it in “Publish”.',
  'problem.place.kept': 'The published website is unchanged.',
  'problem.place.left': 'Some files of the website may still be there.',
  'problem.place.clock.todo': 'Set the date and time of this computer, then publish again.',
  'problem.place.no-bucket.todo': 'Check the bucket and the address of the storage.',
  'problem.place.no-folder.todo': 'Make it there, or check its path.',
  'problem.place.region.todo': 'Enter the address of the storage in that region.',
  'problem.place.full.todo': 'Free some space there or raise the quota, then publish again.',
  'problem.place.locked.todo': 'Publish again later. Files already sent are not sent again.',
  'problem.place.busy.todo': 'Publish again later. Files already sent are not sent again.',
  'problem.place.broken.todo': 'Publish again later. Files already sent are not sent again.',
  'problem.place.unsuitable.todo': 'Check the address.',
  'problem.place.crowded.todo': 'Choose a folder of its own for the website.',
  'problem.place.unknown.todo': 'Check the address, the rights and the free space there.',
  'problem.place.denied.todo':
    'Publishing needs the rights to list, read, write and delete files there. Ask the owner of the place.',
  'problem.place.wait_one': 'It asks to wait {{count}} second.',
  'problem.place.wait_other': 'It asks to wait {{count}} seconds.',
} as const
