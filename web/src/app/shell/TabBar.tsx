import { Dropdown, Menu, Message } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSnapshot } from 'valtio'
import type { Entry } from '../routing/rules'
import classes from './tabs.module.css'
import { close, closeAll, closeOthers, move, reload, tabs } from './tabs'

interface Props {
  entries: readonly Entry[]
  current: string | undefined
  home: { name: string; to: string } | undefined
}

const ACTIONS = ['reloadTab', 'closeTab', 'closeOthers', 'closeAll', 'fullScreenTab'] as const
type Action = (typeof ACTIONS)[number]

export function TabBar({ entries, current, home }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { open } = useSnapshot(tabs)
  const [dragged, setDragged] = useState<string | null>(null)
  const bar = useRef<HTMLElement>(null)

  useEffect(() => {
    bar.current
      ?.querySelector('[data-current="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, open.length])
  // A wheel turns tabs sideways; React's own listener may not prevent the page from scrolling.
  useEffect(() => {
    const element = bar.current
    const turn = (event: WheelEvent): void => {
      if (!element || element.scrollWidth <= element.clientWidth || event.deltaX !== 0) return
      event.preventDefault()
      element.scrollLeft += event.deltaY
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [])

  const show = (name: string): void => {
    const to = tabs.open.find((tab) => tab.name === name)?.to
    if (to && name !== current) void navigate(to)
  }
  const leave = (name: string): void => {
    const to = close(name)
    if (to && name === current) void navigate(to)
  }
  const run = (action: Action, name: string): void => {
    switch (action) {
      case 'reloadTab':
        reload(name)
        return show(name)
      case 'closeTab':
        return leave(name)
      case 'closeOthers':
        closeOthers(name)
        return show(name)
      case 'closeAll':
        closeAll(home)
        if (home) void navigate(home.to)
        return
      case 'fullScreenTab':
        tabs.fullScreen = true
        return show(name)
    }
  }
  const shift = (name: string, to: number): void => {
    if (!move(name, to)) Message.warning({ id: 'navigation', content: t('navigation.beyond') })
  }
  const pressed = (event: KeyboardEvent, name: string, at: number): void => {
    if (event.altKey && event.key === 'ArrowLeft') shift(name, at - 1)
    else if (event.altKey && event.key === 'ArrowRight') shift(name, at + 1)
    else if (event.key === 'Delete') leave(name)
    else return
    event.preventDefault()
  }

  return (
    <nav ref={bar} className={classes.tabs} aria-label={t('menu.tabs')}>
      {open.map((tab, at) => {
        const title = entries.find((entry) => entry.name === tab.name)?.title ?? tab.name
        return (
          <Dropdown
            key={tab.name}
            trigger="contextMenu"
            droplist={
              <Menu onClickMenuItem={(action) => run(action as Action, tab.name)}>
                {ACTIONS.map((action) => (
                  <Menu.Item
                    key={action}
                    disabled={open.length === 1 && (action === 'closeTab' || action === 'closeOthers')}
                  >
                    {t(`menu.${action}`)}
                  </Menu.Item>
                ))}
              </Menu>
            }
          >
            <span
              className={classes.tab}
              data-tab={tab.name}
              data-current={tab.name === current}
              data-dragged={tab.name === dragged}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', tab.name)
                setDragged(tab.name)
              }}
              onDragOver={(event) => {
                if (!dragged) return
                event.preventDefault()
                if (dragged !== tab.name) move(dragged, at)
              }}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <button
                type="button"
                aria-current={tab.name === current ? 'page' : undefined}
                onClick={() => show(tab.name)}
                onAuxClick={(event) => event.button === 1 && leave(tab.name)}
                onKeyDown={(event) => pressed(event, tab.name, at)}
              >
                {title}
              </button>
              {open.length > 1 && (
                <button
                  type="button"
                  className={classes.tabClose}
                  aria-label={`${t('menu.closeTab')} ${title}`}
                  onClick={() => leave(tab.name)}
                >
                  <IconClose />
                </button>
              )}
            </span>
          </Dropdown>
        )
      })}
    </nav>
  )
}
