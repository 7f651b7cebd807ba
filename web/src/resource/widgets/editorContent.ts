import Image from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'

/**
 * What a rich text may hold. Tables can't be inserted here, but texts that were written elsewhere have them.
 * The node cleans what is saved, and gives links their `rel`.
 */
export const EXTENSIONS = [
  StarterKit.configure({
    // It would add a paragraph to texts that are only opened.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: false,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  Image.configure({ inline: true }),
  TableKit.configure({ table: { resizable: false } }),
]
