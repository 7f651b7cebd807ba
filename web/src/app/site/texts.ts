import { loadTextsWith, type Group } from '@/shared/i18n'

// Every group named here is one more address in the first script of the site.
loadTextsWith(
  (language, group) =>
    import(
      /* webpackInclude: /[\\/](about|address|articles|assistant|captcha|cases|common|customs|guides|help|home|industry|member|memberPeople|platform|platformMore|shop|shopMoney|shopMore|shopOrder|shopPay|shopRefund|shopReview|shopState|site|trial|upload)\.ts$/ */
      `../../shared/i18n/${language}/${group}.ts`
    ) as Promise<Group>,
)
