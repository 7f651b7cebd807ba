import { sendForm } from './send'
import { whileReadable } from './readable'
import type { Schema } from '@/shared/http'

/** What the columns of a file are called, and its number of rows. */
type FileHead = Schema<'FileHead'>
export type FileColumn = FileHead['columns'][number]

/** Asks the node for the head of a file, which reads it as an import does. */
export const fileHead = (file: File): Promise<FileHead> =>
  whileReadable(file, () =>
    sendForm<FileHead>('/admin/routine.Transfer/heads', () => {
      const form = new FormData()
      form.append('file', file)
      return form
    }),
  )

/** The kinds of files that are read, and those of which the node says why it does not read them. */
export const SHEET_FILES = '.csv,.tsv,.txt,.xlsx,.xls'
