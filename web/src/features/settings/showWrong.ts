import type { FormInstance } from '@arco-design/web-react'
import { ApiError } from '@/shared/http'

/** Puts what the server refused beside the fields it is about. */
export function showWrong<V extends object>(form: FormInstance<V>, error: unknown): void {
  if (!(error instanceof ApiError)) return
  for (const { field, msg } of error.errors)
    form.setFields({ [field]: { error: { message: msg } } } as Parameters<typeof form.setFields>[0])
}
