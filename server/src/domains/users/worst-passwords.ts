// Common words in passwords, listed manually. With digits and symbols around them they are still the first guesses.

export const worstPasswords: ReadonlySet<string> = new Set(
  `password passwort passw passwd pass passphrase mypassword newpassword yourpassword thepassword changepassword
  passwordpassword adminpassword rootpassword userpassword testpassword temppassword defaultpassword masterpassword
  secretpassword strongpassword goodpassword badpassword nopassword onepassword superpassword letmeinplease
  admin administrator adminadmin administrateur root rootroot toor superuser supervisor sysadmin operator owner
  user username users login logon signin guest guests demo demouser test tester testing testtest tests trial sample
  example default changeme changemenow changemeplease changeit changethis pleasechange pleasechangeme temp temporary
  welcome welcomeback welcomehome willkommen bienvenue hello hellohello helloworld hellothere goodmorning letmein
  letmeinnow letmeinagain openup opensesame openthedoor trustno trustnoone iloveyou iloveyousomuch ilovemyself
  iloveu loveyou lovelove lover loveme sweetheart darling princess prince queen king kingkong sunshine moonlight
  monkey monkeymonkey dragon dragons tiger lion eagle falcon panther shadow shadows master masters mastermind
  superman batman spiderman wonderwoman ironman captainamerica starwars startrek pokemon pikachu naruto minecraft
  football footballs baseball basketball hockey soccer volleyball tennis golf liverpool chelsea arsenal barcelona
  realmadrid manchester juventus bayern cowboys yankees lakers steelers
  michael jennifer jessica jordan michelle daniel andrew joshua matthew thomas robert charlie ashley amanda nicole
  hannah george william alexander christian benjamin samantha elizabeth
  computer internet server laptop keyboard windows linux ubuntu debian android google facebook twitter instagram
  microsoft oracle database postgres postgresql mysql mongodb redis docker kubernetes jenkins github gitlab
  company companyname corporate business office officeoffice enterprise service services taskservice taskmanager
  tasks task dashboard secret secrets topsecret supersecret private privates security secure secured access
  accessdenied confidential nothing something anything whatever whoknows nobody anonymous unknown
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday birthday christmas halloween holiday holidays vacation
  london paris berlin madrid newyork america england germany france canada australia
  cheese chocolate cookie cookies coffee banana orange apple apples strawberry pepper ginger flower flowers butterfly
  freedom forever together happy happiness friends friendship family mother father sister brother heaven angel angels
  jesus jesuschrist godisgood blessed money dollar million millionaire mustang ferrari porsche mercedes corvette
  harley yamaha blink killer hunter ranger soldier matrix phoenix thunder lightning diamond golden silver
  correcthorsebatterystaple thequickbrownfox thequickbrownfoxjumps abracadabra incorrect invalid wrongpassword
  idontknow iforgot iforgotit forgotpassword rememberme dontforget supersecure verysecret verysecure`
    .split(/\s+/)
    .filter(Boolean),
)
