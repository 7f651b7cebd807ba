import { subscribe } from 'valtio'
import { COLOURS, LAYOUTS, type ColourName } from './layoutChoices'
import { LAYOUT_DEFAULTS, MENU_WIDTH, preferences } from './store'

export const MENU_WIDTH_LEAST = 180
export const MENU_WIDTH_MOST = 400

// Stored preferences may be from an older version.
if (!LAYOUTS.includes(preferences.layout)) preferences.layout = 'default'
if (!(preferences.menuWidth >= MENU_WIDTH_LEAST && preferences.menuWidth <= MENU_WIDTH_MOST))
  preferences.menuWidth = MENU_WIDTH

export function resetLayout(): void {
  Object.assign(preferences, LAYOUT_DEFAULTS, { colours: {} })
}

const variable = (name: ColourName): string =>
  `--shell-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Width and colours of the back office's frame. */
export function applyLayout(): void {
  const root = document.documentElement
  root.style.setProperty('--menu-width', `${preferences.menuWidth}px`)
  for (const name of COLOURS) {
    const colour = preferences.colours[name]?.[preferences.dark ? 1 : 0]
    if (colour) root.style.setProperty(variable(name), colour)
    else root.style.removeProperty(variable(name))
  }
}

subscribe(preferences, () => {
  if (typeof document !== 'undefined') applyLayout()
})
