import { sendFile } from './sendFile'
import type { Schema } from '@/shared/http'

/** What the columns of a file are called, and its number of rows. */
type FileHead = Schema<'FileHead'>
export type FileColumn = FileHead['columns'][number]

/** Asks the node for the head of a file, which reads it as an import does. */
export const fileHead = (file: File): Promise<FileHead> => sendFile('/admin/routine.Transfer/heads', file)

/** The kinds of files that are read, and those of which the node says why it does not read them. */
export const SHEET_FILES = '.csv,.tsv,.txt,.xlsx,.xls'
