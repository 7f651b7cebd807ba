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
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './editor.module.css'

interface Tool {
  key: string
  icon: ReactNode
  run: (chain: ChainedCommands) => ChainedCommands
  /** The node or mark that the tool switches on and off. */
  switches?: readonly [name: string, attributes?: Record<string, unknown>]
}

type Question = 'link' | 'image'

const TOOLS: readonly (Tool | { key: Question; icon: ReactNode } | null)[] = [
  { key: 'undo', icon: <IconUndo />, run: (chain) => chain.undo() },
  { key: 'redo', icon: <IconRedo />, run: (chain) => chain.redo() },
  null,
  // The page has its own h1.
  {
    key: 'h1',
    icon: <IconH1 />,
    run: (chain) => chain.toggleHeading({ level: 2 }),
    switches: ['heading', { level: 2 }],
  },
  {
    key: 'h2',
    icon: <IconH2 />,
    run: (chain) => chain.toggleHeading({ level: 3 }),
    switches: ['heading', { level: 3 }],
  },
  { key: 'bold', icon: <IconBold />, run: (chain) => chain.toggleBold(), switches: ['bold'] },
  { key: 'italic', icon: <IconItalic />, run: (chain) => chain.toggleItalic(), switches: ['italic'] },
  {
    key: 'underline',
    icon: <IconUnderline />,
    run: (chain) => chain.toggleUnderline(),
    switches: ['underline'],
  },
  { key: 'strike', icon: <IconStrikethrough />, run: (chain) => chain.toggleStrike(), switches: ['strike'] },
  null,
  {
    key: 'unordered',
    icon: <IconUnorderedList />,
    run: (chain) => chain.toggleBulletList(),
    switches: ['bulletList'],
  },
  {
    key: 'ordered',
    icon: <IconOrderedList />,
    run: (chain) => chain.toggleOrderedList(),
    switches: ['orderedList'],
  },
  { key: 'quote', icon: <IconQuote />, run: (chain) => chain.toggleBlockquote(), switches: ['blockquote'] },
  { key: 'code', icon: <IconCode />, run: (chain) => chain.toggleCodeBlock(), switches: ['codeBlock'] },
  null,
  { key: 'link', icon: <IconLink /> },
  { key: 'image', icon: <IconImage /> },
  { key: 'clear', icon: <IconEraser />, run: (chain) => chain.unsetAllMarks() },
]

interface EditorToolbarProps {
  editor: Editor
  label: string
  disabled?: boolean
  /** A link needs an address, an image a file: the editor asks for them. */
  onAsk: (question: Question) => void
}

export function EditorToolbar({ editor, label, disabled, onAsk }: EditorToolbarProps) {
  const { t } = useTranslation()
  const active = useEditorState({
    editor,
    selector: ({ editor }) =>
      TOOLS.map((tool) => tool && 'switches' in tool && tool.switches && editor.isActive(...tool.switches)),
  })
  return (
    <div className={classes.tools} role="toolbar" aria-label={label}>
      {TOOLS.map((tool, index) =>
        tool ? (
          <Button
            key={tool.key}
            type={active[index] ? 'secondary' : 'text'}
            size="small"
            icon={tool.icon}
            disabled={disabled}
            aria-label={t(`widgets.editor.${tool.key}`)}
            aria-pressed={'switches' in tool ? Boolean(active[index]) : undefined}
            title={t(`widgets.editor.${tool.key}`)}
            // The focus stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => ('run' in tool ? tool.run(editor.chain().focus()).run() : onAsk(tool.key))}
          />
        ) : (
          <Divider key={index} type="vertical" />
        ),
      )}
    </div>
  )
}
