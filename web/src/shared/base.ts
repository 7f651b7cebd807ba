/** Where the back office begins; the page names another one in `<meta name="admin-base" content="/manage">`. */
export const ADMIN_BASE = ((): string => {
  if (typeof document === 'undefined') return '/admin'
  const named = document.querySelector<HTMLMetaElement>('meta[name="admin-base"]')?.content ?? ''
  return /^\/[\w-]+$/.test(named) ? named : '/admin'
})()

/** Is the page the administrators' (else it is the visitors' and members')? */
export function isAdminPath(path: string, base = ADMIN_BASE): boolean {
  return path === base || path.startsWith(`${base}/`)
}
