import { start, shot, go } from './wres-tmp.mjs'
const { browser, page, problems } = await start({ language: process.env.L ?? 'en', dark: !!process.env.D, width: Number(process.env.W ?? 1440) })
const tag = `${process.env.L ?? 'en'}${process.env.D ? '-dark' : ''}-${process.env.W ?? 1440}-`
const pages = process.argv[2]?.split(',') ?? ['auth/group', 'auth/rule', 'routine/config', 'routine/attachment', 'routine/crontab', 'routine/transfer', 'security/dataRecycle', 'security/dataRecycleLog', 'security/sensitiveData', 'security/sensitiveDataLog', 'user/moneyLog', 'auth/adminLog', 'user/user', 'company/department']
for (const p of pages) { try { await go(page, '/admin/' + p); await shot(page, tag + p.replace('/', '-')) } catch (e) { console.log(p, e.message.split('\n')[0]); await shot(page, tag + 'fail-' + p.replace('/', '-')) } }
console.log(problems)
await browser.close()
