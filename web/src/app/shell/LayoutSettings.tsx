import { Button, Divider, Drawer, InputNumber, Select, Switch } from '@arco-design/web-react'
import { IconUndo } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { MENU_WIDTH_LEAST, MENU_WIDTH_MOST, resetLayout } from '@/shared/preferences/layout'
import { ANIMATIONS, LAYOUTS, type Animation } from '@/shared/preferences/layoutChoices'
import { preferences } from '@/shared/preferences/store'
import { Colours } from './Colours'
import classes from './settings.module.css'

const SWITCHES = ['dark', 'collapsed', 'accordion', 'showLogo', 'showTabs', 'showBreadcrumb'] as const

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.line}>
      <span>{label}</span>
      {children}
    </div>
  )
}

/** The user's choice of layout and colours, kept in this browser. */
export default function LayoutSettings({ open, close }: { open: boolean; close: () => void }) {
  const { t } = useTranslation()
  const chosen = useSnapshot(preferences)
  return (
    <Drawer
      visible={open}
      width={340}
      title={t('layout.title')}
      wrapClassName="shell-dialog"
      onCancel={close}
      footer={
        <Button long icon={<IconUndo />} onClick={resetLayout}>
          {t('layout.reset')}
        </Button>
      }
    >
      <h3 className={classes.heading}>{t('layout.mode')}</h3>
      <div className={classes.modes} role="radiogroup" aria-label={t('layout.mode')}>
        {LAYOUTS.map((mode) => (
          <button
            key={mode}
            type="button"
            role="radio"
            aria-checked={chosen.layout === mode}
            data-mode={mode}
            className={classes.mode}
            onClick={() => {
              preferences.layout = mode
            }}
          >
            <span className={classes.sketch} aria-hidden>
              <i />
              <b />
              <em />
            </span>
            {t(`layout.modes.${mode}`)}
          </button>
        ))}
      </div>
      <Divider />
      {SWITCHES.map((name) => (
        <Line key={name} label={t(`layout.${name}`)}>
          <Switch
            checked={chosen[name]}
            aria-label={t(`layout.${name}`)}
            onChange={(on) => {
              preferences[name] = on
            }}
          />
        </Line>
      ))}
      <Line label={t('layout.menuWidth')}>
        <InputNumber
          className={classes.width}
          aria-label={t('layout.menuWidth')}
          min={MENU_WIDTH_LEAST}
          max={MENU_WIDTH_MOST}
          step={10}
          suffix="px"
          value={chosen.menuWidth}
          onChange={(width) => {
            if (width >= MENU_WIDTH_LEAST && width <= MENU_WIDTH_MOST) preferences.menuWidth = width
          }}
        />
      </Line>
      <Line label={t('layout.animation')}>
        <Select
          className={classes.width}
          aria-label={t('layout.animation')}
          value={chosen.animation}
          options={['none', ...ANIMATIONS].map((value) => ({
            value,
            label: t(`layout.animations.${value}`),
          }))}
          onChange={(value: Animation) => {
            preferences.animation = value
          }}
        />
      </Line>
      <Divider />
      <h3 className={classes.heading}>{t(chosen.dark ? 'layout.coloursDark' : 'layout.coloursLight')}</h3>
      <Colours />
    </Drawer>
  )
}
