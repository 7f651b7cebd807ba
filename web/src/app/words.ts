import { wordsFrom, type Group } from '@/shared/i18n'

wordsFrom((language, group) => import(`../shared/i18n/${language}/${group}.ts`) as Promise<Group>)
