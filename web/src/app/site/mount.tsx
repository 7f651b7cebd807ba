import { createRoot } from 'react-dom/client'
import { startTexts } from './i18n'
import { Site } from './Site'

/** The public site and the member centre. */
export async function mount(root: HTMLElement): Promise<void> {
  await startTexts()
  createRoot(root).render(<Site />)
}
