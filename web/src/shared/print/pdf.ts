import { fetchFile } from '@/shared/upload/download'

/** How long a tab may take to load the file that it shows. */
const KEPT_MS = 600_000

/**
 * Shows a PDF in a new tab. The tab is opened at once, in the click itself: later a browser would take it for an
 * unwanted one. Where tabs are forbidden, the file is kept as a download.
 */
export async function openPdf(path: string, body?: unknown): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const response = await fetchFile(path, body)
    const address = URL.createObjectURL(await response.blob())
    if (tab) tab.location.href = address
    else {
      const link = document.createElement('a')
      link.href = address
      link.download = 'entrepot.pdf'
      link.click()
    }
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
  } catch (error) {
    tab?.close()
    throw error
  }
}
