# What a migrated Redmine lacks before its REST API can be called: trackers and states, the API itself, a key
# (REDMINE_API_KEY) and a project.
Redmine::DefaultData::Loader.load('en')
Setting.rest_api_enabled = '1'
# Without it a wrong key is answered as anonymous and not refused.
Setting.login_required = '1'
admin = User.find_by_login('admin')
admin.update_columns(must_change_passwd: false)
Token.create!(user: admin, action: 'api').update_column(:value, ENV.fetch('REDMINE_API_KEY'))
Project.create!(name: 'Bench', identifier: 'bench', trackers: Tracker.all.to_a)
