import { ADMIN_BASE } from '@/shared/base'

/** With an entrance of its own, `/desk`, the back office is called at `/desk.php/...` (wire contract 0.1). */
export function apiAddress(path: string, base = ADMIN_BASE): string {
  return base !== '/admin' && path.startsWith('/admin/')
    ? `${base}.php/${path.slice('/admin/'.length)}`
    : path
}
