import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { preferences } from '@/shared/preferences/store'
import { en } from './en'
import { zhCN } from './zh-CN'

void i18next.use(initReactI18next).init({
  lng: preferences.language,
  fallbackLng: 'zh-CN',
  resources: { 'zh-CN': { translation: zhCN }, en: { translation: en } },
  interpolation: { escapeValue: false },
})

export default i18next
