import { loadTextsWith, type Group } from '@/shared/i18n'

loadTextsWith((language, group) => import(`../shared/i18n/${language}/${group}.ts`) as Promise<Group>)
