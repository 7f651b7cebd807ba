/** The logo, the same as in the browser's tab. Inline, because an image would cost a request. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 32 32" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinejoin="round" aria-hidden>
      <rect width="32" height="32" rx="7" fill="#165dff" stroke="none" />
      <path d="M7 14l9-6 9 6v10H7z" />
      <path d="M12 24v-6h8v6" />
    </svg>
  )
}
