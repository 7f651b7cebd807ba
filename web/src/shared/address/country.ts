/** The country of the areas. */
export const CHINA = 'CN'

/** Stands for all other countries among the areas of a freight template. */
export const ABROAD = 990_000
