import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

const features = [
  'identity',
  'dashboard',
  'apiLog',
  'orders',
  'clerk',
  'inventory',
  'counts',
  'notifications',
  'records',
  'permissions',
  'settings',
  'attachments',
  'security',
  'crontab',
  'balances',
  'dataExchange',
  'public',
  'member',
  'content',
  'board',
  'people',
  'trade',
  'expo',
  'apiKeys',
  'ads',
  'shopAdmin',
  'terminal',
  'shop',
  'guides',
]

/** They bring the fetching ahead of a framework that is not here; `RouteLink` and `MenuLink` only lead. */
const links = {
  name: 'react-router',
  importNames: ['Link', 'NavLink'],
  message: 'Take RouteLink or MenuLink.',
}

/** Its answers have whatever type one writes: for paths that are known at run time only. Other uses say why. */
const untyped = {
  name: '@/shared/http',
  importNames: ['client'],
  message: 'Take http, whose calls the API document checks.',
}

/** A feature is entered by its page or its index, never by its inside; arrows run shared -> resource -> features -> app. */
const walls = [
  { files: ['src/app/**'], patterns: [] },
  { files: ['src/shared/**'], patterns: ['@/app/*', '@/features/*', '@/resource/*'] },
  { files: ['src/resource/**'], patterns: ['@/app/*', '@/features/*'] },
  ...features.map((feature) => ({
    files: [`src/features/${feature}/**`],
    patterns: [
      '@/app/*',
      ...features.filter((other) => other !== feature).map((other) => `@/features/${other}/*`),
    ],
  })),
].map(({ files, patterns }) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: files.includes('src/resource/**') ? [links] : [links, untyped],
        patterns: patterns.length > 0 ? [{ group: patterns, message: 'Go through shared or the URL.' }] : [],
      },
    ],
  },
}))

export default defineConfig(
  { ignores: ['dist', 'node_modules', 'src/shared/http/generated', 'e2e/artifacts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    // The plugin's other rules are for the React compiler, which is not used.
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'warn',
      '@typescript-eslint/no-explicit-any': 'error',
    },
  },
  {
    files: ['e2e/**', 'scripts/**'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        MutationObserver: 'readonly',
        FormData: 'readonly',
        Blob: 'readonly',
        document: 'readonly',
        window: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        localStorage: 'readonly',
      },
    },
  },
  ...walls,
  {
    files: ['src/shared/**', 'src/resource/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportExpression[source.value=/^@.(app|features)\\b/]',
          message: 'Pages are loaded from app (pages.ts, resourcePages.ts).',
        },
      ],
    },
  },
)
