/** What people choose from for the back office's frame. */
export const LAYOUTS = ['default', 'classic', 'streamline', 'double'] as const
export type LayoutMode = (typeof LAYOUTS)[number]

export const ANIMATIONS = [
  'slide-right',
  'slide-left',
  'fade-in-linear',
  'fade-in',
  'zoom-in-center',
  'zoom-in-top',
  'zoom-in-bottom',
] as const
export type Animation = (typeof ANIMATIONS)[number] | 'none'

export const COLOURS = [
  'menuBackground',
  'menuColor',
  'menuActiveBackground',
  'menuActiveColor',
  'menuTopBarBackground',
  'headerBarBackground',
  'headerBarTabColor',
  'headerBarTabActiveBackground',
  'headerBarTabActiveColor',
  'headerBarHoverBackground',
] as const
export type ColourName = (typeof COLOURS)[number]
