import type { UploadLimits } from '@/shared/site/store'

/** Keys of the three errors that are found before a file is sent. */
export type UploadProblem = 'upload.incomplete' | 'upload.type' | 'upload.size'

export interface FileFacts {
  name: string
  size: number
  type: string
}

/** The letters after the last dot, lower case; without any, `file`. */
export function suffixOf(name: string): string {
  const dot = name.lastIndexOf('.')
  const suffix = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return /^[a-z0-9]+$/.test(suffix) ? suffix : 'file'
}

const list = (allowed: readonly string[] | string): string[] =>
  (typeof allowed === 'string' ? allowed.split(',') : [...allowed])
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean)

/** Suffix or type must be allowed; the server then asks for both. An answer of null is a file that may be sent. */
export function checkFile(
  file: FileFacts,
  limits: Pick<UploadLimits, 'maxSize' | 'allowedSuffixes' | 'allowedMimeTypes'>,
): UploadProblem | null {
  if (!file.name || !file.size) return 'upload.incomplete'
  const suffixes = list(limits.allowedSuffixes)
  const types = list(limits.allowedMimeTypes)
  if (!suffixes.includes(suffixOf(file.name)) && !types.includes(file.type.toLowerCase()))
    return 'upload.type'
  return file.size > limits.maxSize ? 'upload.size' : null
}
