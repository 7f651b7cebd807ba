/** Words that people write for units, in both languages. */
import { folded } from '@/shared/folded'
import en from '@/shared/i18n/en/unitWords'
import zhCN from '@/shared/i18n/zh-CN/unitWords'

/** A unit that words are known for. */
export type KnownUnit = keyof typeof en.unitWords

const KNOWN = Object.keys(en.unitWords) as KnownUnit[]
const LANGUAGES: readonly Readonly<Record<KnownUnit, string>>[] = [en.unitWords, zhCN.unitWords]

const WORDS = new Map(
  KNOWN.map((unit) => [unit, LANGUAGES.flatMap((words) => words[unit].split(',').map(folded))] as const),
)

/** The units that a word may mean, whatever its case and width. */
export const unitsMeant = (word: string): readonly KnownUnit[] =>
  KNOWN.filter((unit) => WORDS.get(unit)?.includes(folded(word)))
