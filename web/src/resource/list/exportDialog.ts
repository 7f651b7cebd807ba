import { lazy } from 'react'
import { loadTexts } from '@/shared/i18n'

/** Loads the texts of imports and exports with what shows them. */
export const withTexts = <T>(load: Promise<T>): Promise<T> =>
  Promise.all([load, loadTexts('dataExchange', 'upload')]).then(([loaded]) => loaded)

export const ExportDialog = lazy(() => withTexts(import('../dataExchange/ExportDialog')))
