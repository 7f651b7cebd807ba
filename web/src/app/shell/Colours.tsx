import { Button } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { COLOURS, type ColourName } from '@/shared/preferences/layoutChoices'
import { preferences } from '@/shared/preferences/store'
import classes from './settings.module.css'

/** Ten colours of the frame, each with one for the light and one for the dark theme. */
export function Colours() {
  const { t } = useTranslation()
  const { dark, colours } = useSnapshot(preferences)
  const side = dark ? 1 : 0
  const set = (name: ColourName, colour: string): void => {
    const pair: [string, string] = [...(preferences.colours[name] ?? ['', ''])]
    pair[side] = colour
    const others = { ...preferences.colours }
    delete others[name]
    preferences.colours = pair.some(Boolean) ? { ...others, [name]: pair } : others
  }
  return (
    <>
      {COLOURS.map((name) => {
        const colour = colours[name]?.[side] ?? ''
        return (
          <label key={name} className={classes.line}>
            <span>{t(`layout.colours.${name}`)}</span>
            <span className={classes.colour}>
              {colour && (
                <Button
                  size="mini"
                  type="text"
                  icon={<IconClose />}
                  aria-label={`${t('layout.theme')}: ${t(`layout.colours.${name}`)}`}
                  onClick={(event) => {
                    event.preventDefault()
                    set(name, '')
                  }}
                />
              )}
              <input
                type="color"
                data-set={colour !== ''}
                value={colour || (dark ? '#232324' : '#ffffff')}
                onChange={(event) => set(name, event.target.value)}
              />
            </span>
          </label>
        )
      })}
    </>
  )
}
