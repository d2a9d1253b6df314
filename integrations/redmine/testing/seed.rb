# What the packaged Redmine lacks before an integration can be tried on it: its API, people with known keys, a project
# they share and one that only the administrator sees.
Setting.rest_api_enabled = '1'
Setting.text_formatting = 'common_mark'
# Without it a wrong key is answered as anonymous and not refused.
Setting.login_required = '1'

def person(login, key, admin: false)
  user = User.find_by_login(login) || User.new(firstname: login, lastname: 'Test', mail: "#{login}@example.net")
  user.login = login
  user.admin = admin
  user.language = 'en'
  user.must_change_passwd = false
  user.password = user.password_confirmation = "passw0rd-#{login}"
  user.save!(validate: false)
  Token.where(user_id: user.id, action: 'api').delete_all
  Token.create!(user: user, action: 'api').update_column(:value, key)
  user
end

def join(project, user, role)
  Member.create!(project: project, user: user, roles: [Role.find_by!(name: role)])
end

keys = JSON.parse(ENV.fetch('REDMINE_KEYS'))
Project.destroy_all
project = Project.create!(name: 'Sync', identifier: 'sync', is_public: false, trackers: Tracker.all.to_a)
Project.create!(name: 'Elsewhere', identifier: 'elsewhere', is_public: false, trackers: Tracker.all.to_a)
person('admin', keys['admin'], admin: true)
join(project, person('syncbot', keys['syncbot']), 'Manager')
join(project, person('alice', keys['alice']), 'Manager')
join(project, person('reporter', keys['reporter']), 'Reporter')
person('stranger', keys['stranger'])
field = IssueCustomField.find_by(name: 'Customer') ||
        IssueCustomField.create!(name: 'Customer', field_format: 'string', is_for_all: true, trackers: Tracker.all.to_a)
field.update!(trackers: Tracker.all.to_a)
