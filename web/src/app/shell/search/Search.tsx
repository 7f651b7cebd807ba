import { Input, Modal, Spin } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminPath } from '../../routing/paths'
import type { Entry } from '../../routing/rules'
import { useGo } from '../../routing/useGo'
import classes from './search.module.css'
import type { Hit } from './sources'
import { useFound, type Group } from './useFound'

interface Props {
  entries: readonly Entry[]
  open: boolean
  close: () => void
}

/** One search over pages and rows. */
export default function Search({ entries, open, close }: Props) {
  const { t } = useTranslation()
  const go = useGo()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { groups, busy, failed } = useFound(entries, typed)
  const flat = groups.flatMap((group) => group.hits.map((hit) => ({ group, hit })))
  const choose = (one: { group: Group; hit: Hit } | undefined): void => {
    if (!one) return
    close()
    if (one.group.key === 'pages') go(one.hit.to)
    else void navigate(adminPath(one.hit.to))
  }
  const pressed = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (flat.length > 0) setAt((at + step + flat.length) % flat.length)
    } else if (event.key === 'Enter') choose(flat[at])
  }
  useEffect(() => {
    document.getElementById(`search-hit-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  let place = -1
  return (
    <Modal
      visible={open}
      onCancel={close}
      footer={null}
      title={null}
      closable={false}
      alignCenter={false}
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
        suffix={busy && <Spin size={14} />}
        placeholder={t('shell.searchHint')}
        aria-label={t('shell.search')}
        role="combobox"
        aria-expanded
        aria-controls="search-hits"
        aria-activedescendant={flat[at] ? `search-hit-${at}` : undefined}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <div id="search-hits" className={classes.list} role="listbox" aria-label={t('shell.search')}>
        {groups.map((group) => (
          <div key={group.key} role="group" aria-label={titleOf(group)}>
            <div className={classes.heading} role="presentation">
              {titleOf(group)}
            </div>
            {group.hits.map((hit) => {
              place += 1
              const index = place
              return (
                <div
                  key={hit.to}
                  id={`search-hit-${index}`}
                  className={classes.hit}
                  role="option"
                  aria-selected={index === at}
                  data-at={index === at}
                  onMouseMove={() => setAt(index)}
                  onClick={() => choose(flat[index])}
                >
                  <span>{hit.name}</span>
                  {hit.about && <small>{hit.about}</small>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {flat.length === 0 && !busy && !failed && <p className={classes.none}>{t('shell.searchNone')}</p>}
      {failed && !busy && <p className={classes.none}>{t('shell.searchFailed')}</p>}
    </Modal>
  )

  function titleOf({ key, title }: Group): string {
    if (key === 'pages') return t('shell.searchPages')
    return title ?? t('shell.searchCode')
  }
}
