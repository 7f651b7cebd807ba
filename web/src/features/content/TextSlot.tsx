import { Button, Input, Tag } from '@arco-design/web-react'
import { IconUndo } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { EMPTY, LONGEST, wrongWith, type Pair, type Slot } from './model'
import { PictureSlot } from './PictureSlot'
import classes from './content.module.css'

interface Props {
  slot: Slot
  value: Pair
  editable: boolean
  onChange: (value: Pair) => void
}

const LANGUAGES = [
  { language: 'zh', tag: 'zh-CN' },
  { language: 'en', tag: 'en' },
] as const

/** One text in both languages; where nothing is written, the built-in one shows through. */
export function TextSlot({ slot, value, editable, onChange }: Props) {
  const { t } = useTranslation()
  const { key, kind, built, row } = slot
  const extra = kind === 'text' ? null : key.replace('footer.', '')
  const label = extra ? t(`content.extra.${extra}`) : key
  const own = value.zh !== '' || value.en !== ''
  return (
    <li className={classes.slot} data-own={own}>
      <header>
        {kind === 'text' ? <code>{key}</code> : <strong>{label}</strong>}
        {own && <Tag size="small">{t('content.own')}</Tag>}
        {row?.status === 0 && <Tag size="small">{t('content.off')}</Tag>}
        {own && editable && (
          <Button
            size="mini"
            type="text"
            icon={<IconUndo />}
            aria-label={t('content.resetOf', { name: label })}
            onClick={() => onChange(EMPTY)}
          >
            {t('content.reset')}
          </Button>
        )}
      </header>
      {extra && <p className={classes.hint}>{t(`content.hints.${extra}`)}</p>}
      {kind === 'image' ? (
        <PictureSlot label={label} value={value.zh || value.en} editable={editable} onChange={onChange} />
      ) : (
        <div className={classes.pair}>
          {LANGUAGES.map(({ language, tag }) => {
            const wrong = wrongWith(slot, value[language], language)
            return (
              <div key={language}>
                <Input.TextArea
                  lang={tag}
                  aria-label={t('content.in', { name: label, language: t(`content.${language}`) })}
                  autoSize={{ minRows: kind === 'links' ? 3 : 1, maxRows: 8 }}
                  maxLength={LONGEST}
                  disabled={!editable}
                  status={wrong ? 'error' : undefined}
                  placeholder={kind === 'links' ? t('content.linksExample') : built[language]}
                  value={value[language]}
                  onChange={(text) => onChange({ ...value, [language]: text })}
                />
                {wrong && (
                  <p className={classes.wrong} role="alert">
                    {t(wrong.key, { places: wrong.places })}
                  </p>
                )}
              </div>
            )
          })}
        </div>
      )}
    </li>
  )
}
