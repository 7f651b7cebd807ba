import { Input, Modal } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { contains } from '@/shared/folded'
import type { Entry } from '../routing/rules'
import { useGo } from '../routing/useGo'
import classes from './search.module.css'

const MOST = 12

/** Pages whose title, path or directories hold every word that was typed. */
export function search(all: readonly Entry[], typed: string): Entry[] {
  const words = typed.split(/\s+/).filter(Boolean)
  return all
    .filter((entry) => {
      const text = [entry.title, entry.name, ...entry.trail].join(' ')
      return words.every((word) => contains(text, word))
    })
    .slice(0, MOST)
}

interface Props {
  entries: readonly Entry[]
  open: boolean
  close: () => void
}

export default function MenuSearch({ entries, open, close }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => search(entries, typed), [entries, typed])
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return
    close()
    go(entry.home)
  }
  const pressed = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (found.length > 0) setAt((at + step + found.length) % found.length)
    } else if (event.key === 'Enter') choose(found[at])
  }
  return (
    <Modal
      visible={open}
      onCancel={close}
      footer={null}
      title={null}
      closable={false}
      autoFocus={false}
      unmountOnExit
      afterClose={() => {
        setTyped('')
        setAt(0)
      }}
      className={classes.dialog}
      wrapClassName="shell-dialog"
      aria-label={t('shell.search')}
    >
      <Input
        autoFocus
        size="large"
        allowClear
        prefix={<IconSearch />}
        placeholder={t('shell.searchHint')}
        aria-label={t('shell.search')}
        role="combobox"
        aria-expanded
        aria-controls="menu-search"
        aria-activedescendant={found[at] ? `menu-search-${at}` : undefined}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <ul id="menu-search" className={classes.list} role="listbox" aria-label={t('shell.search')}>
        {found.map((entry, index) => (
          <li
            key={entry.name}
            id={`menu-search-${index}`}
            role="option"
            aria-selected={index === at}
            data-at={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => choose(entry)}
          >
            <span>{entry.title}</span>
            <small>{entry.trail.join(' / ')}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={classes.none}>{t('shell.searchNone')}</p>}
    </Modal>
  )
}
