import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconLanguage } from '@arco-design/web-react/icon'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { speak } from '@/shared/i18n'
import { LANGUAGES } from '@/shared/i18n/languages'
import { preferences, type Language } from '@/shared/preferences/store'

export function LanguageMenu() {
  const { t } = useTranslation()
  const { language } = useSnapshot(preferences)
  return (
    <Dropdown
      trigger="click"
      position="br"
      droplist={
        <Menu selectedKeys={[language]} onClickMenuItem={(chosen) => void speak(chosen as Language)}>
          {Object.entries(LANGUAGES).map(([key, name]) => (
            <Menu.Item key={key}>{name}</Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button
        type="text"
        shape="circle"
        icon={<IconLanguage />}
        aria-label={t('shell.language')}
        title={t('shell.language')}
      />
    </Dropdown>
  )
}
