// What loaded tasks are made of: words and sentences common enough to look real, varied enough to search.

export const verbs =
  'Fix,Review,Update,Investigate,Migrate,Document,Automate,Refactor,Test,Prepare,Approve,Translate,Reconcile,Escalate,Schedule,Clean up,Roll out,Verify,Restore,Renew'.split(
    ',',
  )

export const subjects =
  'login timeout,invoice export,customer import,password reset,nightly backup,search index,payment webhook,onboarding e-mail,supplier contract,price list,delivery note,address book,support ticket,release notes,access rights,sales report,stock level,return label,tax report,mobile layout,audit finding,expense claim,data retention,API client,certificate,booking calendar,warranty case,order form,newsletter,dashboard widget'.split(
    ',',
  )

export const places =
  'in the warehouse app,for the Berlin office,on staging,for the key account,before the audit,after the update,for new customers,in the billing run,on mobile,for the partner portal,in the archive,with the new supplier,for the quarterly close,in the sandbox,on the public site,for the pilot group'.split(
    ',',
  )

export const sentences = [
  'The customer reports that the page stays empty after the last step.',
  'It happens about twice a day and only with accounts created before spring.',
  'Steps: open the record, change the second field, save, reload.',
  'Expected: the new value is shown. Actual: the old value comes back.',
  'The log shows a connection that was closed while the answer was written.',
  'Please check with the team in charge before you change the configuration.',
  'A workaround exists: run the import again with the smaller file.',
  'The deadline comes from the contract and cannot be moved.',
  'Compare the totals with the ledger and attach the difference as a table.',
  'This part has not been touched since the move to the new data center.',
  'The vendor confirmed the fault and promises a correction next month.',
  'Ask for a screenshot and the exact time when it is not clear.',
  'See the thread of last week for the decision and its reasons.',
  'Two people need to sign before the change goes live.',
  'The figures for the north region are missing from the export.',
  'Make sure that the reminder is sent once and not for every position.',
  'This blocks the release, so it comes before the cosmetic points.',
  'Measure first; the slow query may not be the one everyone suspects.',
  'Keep the old address working until every partner has switched.',
  'When it is done, notify the requester and close the linked ticket.',
]

export const people =
  'mara.klein,jonas.weber,aylin.demir,peter.novak,lucia.rossi,tom.baker,ines.costa,olaf.lund,nina.petrova,samir.haddad,julia.meier,erik.dahl,paula.ortiz,ben.carter,lea.martin,viktor.horvat,amina.diallo,ruth.cohen,kenji.sato,carla.nunes,dirk.vogel,emma.wood,felix.braun,greta.holm,hugo.silva,irina.popa,jan.kowalski,karin.berg,liam.murphy,mia.schmid'.split(
    ',',
  )

export const agents = ['triage-agent', 'research-agent', 'coding-agent', 'billing-agent']

/** Earlier ones are drawn more often. */
export const queues =
  'default,support,billing,operations,engineering,sales,compliance,logistics'.split(',')

/** Earlier ones are drawn more often. */
export const labels =
  'bug,customer,urgent-call,backend,frontend,finance,contract,question,data,security,print,mobile,import,export,legal,hardware,training,supplier,return,vip,spring,autumn,pilot,archive'.split(
    ',',
  )

export const sources = ['github', 'jira', 'hubspot']
