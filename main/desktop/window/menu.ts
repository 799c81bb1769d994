import { Menu } from 'electron'
import type { MenuChoice, ShellTexts } from '../shellTexts.ts'
import { menuTemplate } from './windowOptions.ts'

/** Built once the window is shown, which does not wait for it. */
export function showMenu(
  platform: string,
  texts: ShellTexts,
  isDevelopment: boolean,
  choose: (choice: MenuChoice) => void,
): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, texts, isDevelopment, choose)))
}
