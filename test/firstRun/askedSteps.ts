import type { AskedStep } from './step.ts'

type Question = Omit<AskedStep, 'by'>

const questions: readonly Question[] = [
  {
    id: 'looks',
    title: 'The window',
    how: 'look at the window: title bar, icon, text, colours; move it to another screen if there is one',
    expect: 'the title is Racedesk, the icon its own, text is sharp, light or dark as the system is',
  },
  {
    id: 'menu',
    title: 'Menu',
    how: 'open every menu of the app',
    expect: 'all words are in the language of the app',
  },
  {
    id: 'context-menu-field',
    title: 'Context menu of a field',
    how: 'copy a word in another program, then right-click the search field and choose Paste',
    expect: 'a menu with Cut, Copy, Paste and Select all opens, and the word is pasted',
  },
  {
    id: 'context-menu-row',
    title: 'Context menu of a row',
    how: 'right-click a row of the table',
    expect: 'a menu opens that offers to copy the row and to open the card',
  },
  {
    id: 'copy-rows',
    title: 'Copied rows in another program',
    how: 'choose a few rows, copy them, paste them into a spreadsheet',
    expect: 'each row is a line, each value a cell, Cyrillic letters are right',
  },
  {
    id: 'drag-out',
    title: 'A file dragged out',
    how: 'export a category as CSV, then drag the file from the status line into a folder of the system',
    expect: 'the file is there',
  },
  {
    id: 'drag-in',
    title: 'A file dragged in',
    how: 'save the stage as a capsule (.racestage), then drop that file into the window',
    expect: 'the app asks whether to open it',
  },
  {
    id: 'print',
    title: 'Print',
    how: 'choose Print in the bar of the stage, and print or cancel',
    expect: "the system's dialog opens, and the app goes on afterwards; a printed page is whole",
  },
  {
    id: 'notice',
    title: 'Notification',
    how: 'start an export of the whole stage and minimize the window at once; click the notification',
    expect: 'a notification tells that the file is saved, and a click brings the window back',
  },
  {
    id: 'link-out',
    title: 'A link out of the app',
    how: 'choose a link in Settings, About',
    expect: "the app asks first, then the system's browser opens it",
  },
  {
    id: 'link-in',
    title: 'A racedesk:// link (installed app only)',
    how: 'type racedesk://stage/3f2a9c1e-0b7d-4c55-9a61-2d8e5f704b13 into the address bar of a browser',
    expect: 'the installed app comes to the front and asks whether to add the stage',
  },
  {
    id: 'file-open',
    title: 'A .racestage file (installed app only)',
    how: 'open the capsule by a double click in the system',
    expect: 'the installed app comes to the front and asks whether to open it',
  },
  {
    id: 'network',
    title: 'Network lost and back',
    how: 'watch the stage, switch the network off for a minute and on again',
    expect: 'the demo race goes on, as it needs no network; no error stays',
  },
  {
    id: 'sleep',
    title: 'Sleep',
    how: 'watch the stage, send the computer to sleep for a minute, wake it up',
    expect: 'the watch goes on by itself',
  },
  {
    id: 'widths',
    title: 'Widths of columns after a restart',
    how: 'make a column of the table clearly wider, then close the window',
    expect: 'the column is as wide as you left it',
    isAfterRestart: true,
  },
  {
    id: 'quit-question',
    title: 'Quit while work is under way',
    how: 'remove the stage, download it again, and close the window at once',
    expect: 'the app asks first, and stays if you say so',
  },
  {
    id: 'quit-keys',
    title: 'Quit by keys',
    how: 'press Ctrl+Q (Cmd+Q on macOS, Alt+F4 on Windows)',
    expect: 'the window is gone at once',
  },
  {
    id: 'log-out',
    title: 'Log-out of the system',
    how: 'with the app open, answer q, log out of the system, log in, run this again and come back here',
    expect: 'the app did not hold up the log-out; afterwards it opened without a complaint',
  },
]

/** Questions that only a person at the screen can answer. */
export const askedSteps: readonly AskedStep[] = questions.map((question) => ({ by: 'person', ...question }))
