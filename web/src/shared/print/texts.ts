import { loadTexts } from '@/shared/i18n'

/** Loads a part of the screen together with the words of printing. */
export async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), loadTexts('print')])
  return part
}
