# Rails in one file with kaminari, after its README.
require "rails"
require "active_record/railtie"
require "action_controller/railtie"
require "kaminari"

ENV["DATABASE_URL"] = "postgresql:///"

class Service < Rails::Application
  config.load_defaults 6.1
  config.eager_load = true
  config.logger = Logger.new($stdout)
end

class Project < ActiveRecord::Base
  max_paginates_per 100
end

class ProjectsController < ActionController::API
  before_action { head :unauthorized unless request.headers["X-API-Key"] == ENV["API_KEY"] }

  def index
    projects = Project.order(params.fetch(:sort_by, :created_at) => params.fetch(:order, :desc))
    projects = projects.where(status: params[:status]) if %w[active archived].include?(params[:status])
    projects = projects.page(params[:page]).per(params[:per_page])
    envelope = { page: projects.current_page, per_page: projects.limit_value, total_items: projects.total_count }
    more = { has_next: !projects.last_page?, has_prev: !projects.first_page? }
    render json: { data: projects, pagination: { **envelope, total_pages: projects.total_pages, **more } }
  end
end

Service.initialize!
Service.routes.draw { get "/v1/projects", to: "projects#index" }
run Service
