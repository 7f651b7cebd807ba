import { EditorContent, useEditor, type UseEditorOptions } from '@tiptap/react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { fullUrl } from '@/shared/upload/address'
import { EXTENSIONS } from './editorContent'
import { EditorToolbar } from './EditorToolbar'
import { LinkDialog } from './LinkDialog'
import { cleanPasted } from './pasted'
import type { WidgetProps } from './types'
import classes from './editor.module.css'

const Chooser = lazy(() => import('./FileChooser'))

/** A small rich text editor; its value is HTML. What is pasted keeps its structure and loses everything else. */
export default function Editor({ value, onChange, label, disabled }: WidgetProps) {
  const html = typeof value === 'string' ? value : ''
  /** The value that the editor shows, to tell a change from outside from its own. */
  const shown = useRef(html)
  const [asking, setAsking] = useState<'link' | 'image' | null>(null)

  const editorProps = useMemo<UseEditorOptions['editorProps']>(
    () => ({
      attributes: {
        class: classes.area ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        tabindex: '0',
      },
      handleDOMEvents: {
        paste: (view, event) => {
          event.preventDefault()
          const html = cleanPasted(event.clipboardData?.getData('text/html') ?? '')
          if (html && view.editable) return view.pasteHTML(html, event)
          const text = event.clipboardData?.getData('text/plain')
          return text && view.editable ? view.pasteText(text, event) : true
        },
      },
    }),
    [label],
  )
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    editable: !disabled,
    // Its styles are in the CSS module.
    injectCSS: false,
    // Signs such as `#` and `*` stay what they are.
    enableInputRules: false,
    enablePasteRules: false,
    editorProps,
    onUpdate: ({ editor }) => {
      shown.current = editor.isEmpty ? '' : editor.getHTML()
      onChange?.(shown.current)
    },
  })

  useEffect(() => {
    if (html === shown.current) return
    shown.current = html
    editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  useEffect(() => {
    editor.setEditable(!disabled, false)
  }, [editor, disabled])

  const setLink = (href: string): void => {
    const chain = editor.chain().focus()
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.extendMarkRange('link').setLink({ href }).run()
  }

  return (
    <div className={classes.editor} data-disabled={disabled || undefined}>
      <EditorToolbar editor={editor} label={label} disabled={disabled} onAsk={setAsking} />
      <EditorContent editor={editor} />
      {asking === 'link' && (
        <LinkDialog
          close={() => setAsking(null)}
          chosen={(address) => {
            setAsking(null)
            setLink(address)
          }}
        />
      )}
      <Suspense fallback={null}>
        {asking === 'image' && (
          <Chooser
            images
            max={1}
            close={() => setAsking(null)}
            chosen={([address]) => {
              setAsking(null)
              if (address)
                editor
                  .chain()
                  .focus()
                  .setImage({ src: fullUrl(address) })
                  .run()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
