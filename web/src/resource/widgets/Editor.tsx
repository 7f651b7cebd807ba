import { Button, Divider } from '@arco-design/web-react'
import {
  IconBold,
  IconCode,
  IconEraser,
  IconH1,
  IconH2,
  IconImage,
  IconItalic,
  IconLink,
  IconOrderedList,
  IconQuote,
  IconRedo,
  IconStrikethrough,
  IconUnderline,
  IconUndo,
  IconUnorderedList,
} from '@arco-design/web-react/icon'
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fullUrl } from '@/shared/upload/address'
import type { WidgetProps } from './types'
import classes from './editor.module.css'
import { LinkDialog } from './LinkDialog'

const Chooser = lazy(() => import('./FileChooser'))

interface Tool {
  key: string
  icon: ReactNode
  command?: string
  value?: string
}
const TOOLS: readonly (Tool | null)[] = [
  { key: 'undo', icon: <IconUndo />, command: 'undo' },
  { key: 'redo', icon: <IconRedo />, command: 'redo' },
  null,
  { key: 'h1', icon: <IconH1 />, command: 'formatBlock', value: 'h2' },
  { key: 'h2', icon: <IconH2 />, command: 'formatBlock', value: 'h3' },
  { key: 'bold', icon: <IconBold />, command: 'bold' },
  { key: 'italic', icon: <IconItalic />, command: 'italic' },
  { key: 'underline', icon: <IconUnderline />, command: 'underline' },
  { key: 'strike', icon: <IconStrikethrough />, command: 'strikeThrough' },
  null,
  { key: 'unordered', icon: <IconUnorderedList />, command: 'insertUnorderedList' },
  { key: 'ordered', icon: <IconOrderedList />, command: 'insertOrderedList' },
  { key: 'quote', icon: <IconQuote />, command: 'formatBlock', value: 'blockquote' },
  { key: 'code', icon: <IconCode />, command: 'formatBlock', value: 'pre' },
  null,
  { key: 'link', icon: <IconLink /> },
  { key: 'image', icon: <IconImage /> },
  { key: 'clear', icon: <IconEraser />, command: 'removeFormat' },
]
const EMPTY = /^(\s|<p>|<\/p>|<br\s*\/?>|&nbsp;)*$/i

/** A small rich text editor. What is pasted comes as text; the node cleans what is saved. */
export default function Editor({ value, onChange, label, disabled }: WidgetProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  const range = useRef<Range | null>(null)
  const [asking, setAsking] = useState<'link' | 'image' | null>(null)
  const html = typeof value === 'string' ? value : ''

  // Only what comes from elsewhere is written: writing what is typed would lose the cursor.
  useEffect(() => {
    const box = area.current
    if (box && box.innerHTML !== html && !(EMPTY.test(box.innerHTML) && !html)) box.innerHTML = html
  }, [html])

  const tell = (): void => {
    const now = area.current?.innerHTML ?? ''
    onChange?.(EMPTY.test(now) ? '' : now)
  }
  const command = (name: string, argument?: string): void => {
    area.current?.focus()
    if (range.current) {
      const selection = window.getSelection()
      selection?.removeAllRanges()
      selection?.addRange(range.current)
      range.current = null
    }
    document.execCommand(name, false, argument)
    tell()
  }
  const ask = (what: 'link' | 'image'): void => {
    const selection = window.getSelection()
    range.current =
      selection && selection.rangeCount > 0 && area.current?.contains(selection.anchorNode)
        ? selection.getRangeAt(0).cloneRange()
        : null
    setAsking(what)
  }

  return (
    <div className={classes.editor} data-disabled={disabled || undefined}>
      <div className={classes.tools} role="toolbar" aria-label={label}>
        {TOOLS.map((tool, index) =>
          tool ? (
            <Button
              key={tool.key}
              type="text"
              size="small"
              icon={tool.icon}
              disabled={disabled}
              aria-label={t(`widgets.editor.${tool.key}`)}
              title={t(`widgets.editor.${tool.key}`)}
              // The words that are marked stay marked.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() =>
                tool.command ? command(tool.command, tool.value) : ask(tool.key === 'link' ? 'link' : 'image')
              }
            />
          ) : (
            <Divider key={index} type="vertical" />
          ),
        )}
      </div>
      <div
        ref={area}
        className={classes.area}
        contentEditable={!disabled}
        suppressContentEditableWarning
        role="textbox"
        aria-multiline
        aria-label={label}
        tabIndex={0}
        onInput={tell}
        onBlur={tell}
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }}
      />
      {asking === 'link' && (
        <LinkDialog
          close={() => setAsking(null)}
          chosen={(address) => {
            setAsking(null)
            command('createLink', address)
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
              if (address) command('insertImage', fullUrl(address))
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
